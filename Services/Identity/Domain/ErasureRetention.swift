/// How long to keep records of erasures, in seconds.
enum ErasureRetention {
    /// After the last service has confirmed: time to read the receipt.
    static let complete: Int64 = 90 * 86_400
    /// After the request, if a service never confirms.
    static let pending: Int64 = 400 * 86_400
}
