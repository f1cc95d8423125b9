"""Games without a dealer, sold over a counter or played at a machine: what a croupier must know of them."""
