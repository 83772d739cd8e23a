/// Per account and `span`: more would wear out push devices and the providers' patience.
enum TestRules {
    static let maximum = 20
    /// In seconds.
    static let span: Int64 = 600
}
