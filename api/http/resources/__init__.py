"""What the service has to offer: a module for each kind of thing that has an address."""
