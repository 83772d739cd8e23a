// Replaced by the service.
