extension ServiceError {
    /// Accounts are missing in the accounts feed, and no operator has decided about them.
    public static var accountsMissing: ServiceError {
        ServiceError(
            .unavailable, "accounts are missing on this server, and yours may be one of them; try again later",
            retryAfter: 60)
    }
}
