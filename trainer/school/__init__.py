"""The school: a class on many laptops, live and offline. Service, protocol, storage, rights and sync, without Qt."""
