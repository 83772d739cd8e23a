// How long erasures are kept.

/// For how many seconds erasures are kept.
enum ErasureRetention {
    /// Since the last service has confirmed: the time to get the receipt.
    static let complete: Int64 = 90 * 86_400
    /// Since it was asked for, when a service never confirms.
    static let pending: Int64 = 400 * 86_400
}
