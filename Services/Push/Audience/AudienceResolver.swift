import Models

struct ResolvedAudience: Sendable {
    /// The recipients, nearest first.
    var recipients: [ResolvedRecipient]
    /// The number of the latest withdrawal of a position that the recipients account for.
    var withdrawals: Int64
    var at: UnixTime
}

struct AudienceResolver: Sendable {
    let store: any AudienceStore
    let audience: AudienceProjection
    let feeds: any AppliedFeeds
    let clock: any WallClock

    /// Finds the recipients of an audience. Takes into account all changes up to `marks`; nil means the present ends of
    /// the feeds.
    func resolve(_ query: AudienceQuery, from marks: FeedMarks?) async throws -> ResolvedAudience {
        // The request has already waited for the feeds; a second wait is needed only if they restarted.
        if marks.map({ feeds.haveReached($0) }) != true { _ = try await feeds.catchUp() }
        let numbers = try await store.numbers(of: query.expression.accounts)
        // This is the time of the resolution: the audience does not include later changes.
        let now = clock.now()
        let (recipients, withdrawals) = audience.resolve(query, naming: numbers, at: now)
        return ResolvedAudience(recipients: recipients, withdrawals: withdrawals, at: now)
    }
}

struct ResolvedRecipient: Hashable, Sendable {
    /// The recipient's number, which is never reused.
    var recipient: Int64
    /// In metres. 0 for an audience without a place. A withdrawn position leaves 0, or -1 near the radius's edge.
    var distance: Double
    /// The radius in kilometres.
    var radius: Int
    var positionAt: UnixTime

    /// Whether an operator may know that the user is a recipient: the user's grid square (`CoarsePlace`) is wholly
    /// within the radius, so this reveals no more than the square. True, too, for a `distance` of 0 (see there).
    var mayBeKnown: Bool { distance == 0 || distance > 0 && CoarsePlace.side(of: distance, radius: radius) == .within }
}

enum ResolvedRecipients {
    private static let size = 25

    static func encode(_ recipients: some Collection<ResolvedRecipient>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: recipients.count * size) { buffer, count in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            for one in recipients {
                bytes.storeBytes(of: one.recipient.littleEndian, toByteOffset: count, as: Int64.self)
                bytes.storeBytes(of: one.distance.bitPattern.littleEndian, toByteOffset: count + 8, as: UInt64.self)
                bytes.storeBytes(of: one.positionAt.rawValue.littleEndian, toByteOffset: count + 16, as: Int64.self)
                bytes[count + 24] = UInt8(clamping: one.radius)
                count += size
            }
        }
    }

    static func decode(_ bytes: [UInt8]) -> [ResolvedRecipient]? {
        guard bytes.count.isMultiple(of: size) else { return nil }
        return bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: size)
                .map { place in
                    ResolvedRecipient(
                        recipient: Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int64.self)),
                        distance: Double(
                            bitPattern: UInt64(
                                littleEndian: bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))),
                        radius: Int(bytes[place + 24]),
                        positionAt: UnixTime(
                            rawValue: Int64(
                                littleEndian: bytes.loadUnaligned(fromByteOffset: place + 16, as: Int64.self))))
                }
        }
    }
}
