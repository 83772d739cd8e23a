public import Models

extension OpaqueID {
    /// For texts that a test has chosen.
    public static func named(_ text: String) -> Self {
        guard let id = Self(text) else { preconditionFailure("\(text) is no id") }
        return id
    }
}
