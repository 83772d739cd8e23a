@testable import Edge

extension EventKey {
    /// The key of event ids from location.
    static let sampleText = SecretText(base64URL([UInt8](repeating: 7, count: 32)))

    static func sample(_ byte: UInt8 = 7) -> EventKey {
        EventKey(SecretText(base64URL([UInt8](repeating: byte, count: 32))))!
    }
}
