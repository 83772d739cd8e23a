import Models

enum Slogan {
    /// The most Unicode code points.
    static let maximumLength = 40

    /// Throws `invalidRequest` for a slogan that is too long or contains control characters. An empty one is valid.
    static func check(_ slogan: String) throws(ServiceError) {
        guard slogan.length <= maximumLength else {
            throw ServiceError(.invalidRequest, "Slogan is longer than \(maximumLength) characters")
        }
        guard slogan.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            throw ServiceError(.invalidRequest, "Slogan has control characters")
        }
    }
}
