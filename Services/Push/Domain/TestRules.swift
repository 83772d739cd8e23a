// How often people may see a push arrive.

/// How many tests an account may send itself, whose pushes would wear out push devices and the providers' patience
/// otherwise.
enum TestRules {
    static let maximum = 20
    /// In seconds.
    static let span: Int64 = 600
}
