@testable import Push

@Suite("Encoded recipients")
struct ResolvedRecipientsTests {
    private let recipients = [
        ResolvedRecipient(
            recipient: 1, distance: 12.5, radius: 10, positionAt: UnixTime(milliseconds: 1_800_000_000_123)),
        ResolvedRecipient(recipient: .max, distance: 49_999.99, radius: 50, positionAt: UnixTime(milliseconds: -1)),
    ]

    @Test("Resolved recipients survive encoding and decoding")
    func roundTrip() {
        #expect(ResolvedRecipients.decode(ResolvedRecipients.encode(recipients)) == recipients)
        #expect(ResolvedRecipients.decode([]) == [])
    }

    @Test("Bytes that are no recipients are refused")
    func damaged() {
        let bytes = ResolvedRecipients.encode(recipients)
        for count in 1..<bytes.count where count != bytes.count / 2 {
            #expect(ResolvedRecipients.decode(Array(bytes.prefix(count))) == nil, "\(count) bytes")
        }
    }
}
