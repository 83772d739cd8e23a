// The key of the ids of events, as location gives it to tests.

import Models

@testable import Edge

extension EventKey {
    /// The key of the ids of events, as location gives it.
    static let sampleText = SecretText(base64URL([UInt8](repeating: 7, count: 32)))

    /// A key of such bytes.
    static func sample(_ byte: UInt8 = 7) -> EventKey {
        EventKey(SecretText(base64URL([UInt8](repeating: byte, count: 32))))!
    }
}
