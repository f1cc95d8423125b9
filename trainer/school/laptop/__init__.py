"""The laptop's side: joining, and keeping in step with the service. Without Qt and without a network of its own."""
