"""The school's service: admission, live connections, requests, races, and the server that puts them on the network."""
