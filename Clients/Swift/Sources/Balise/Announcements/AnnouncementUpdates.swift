// Follows an announcement by asking the server again and again.

public import BaliseAPI

/// The state of an announcement, and each later state, until every delivery has ended.
///
/// The server is asked every half second while the state changes, and less and less often, down to every eight seconds,
/// while it does not. A server that cannot be reached for a moment does not end the sequence.
public struct AnnouncementUpdates: AsyncSequence, Sendable {
    /// The announcement with its delivery counts.
    public typealias Element = PublishedAnnouncement

    /// The shortest time between two looks and the longest, in seconds.
    private static let pauses = 0.5...8.0
    /// How many looks in a row may fail.
    private static let maximumFailures = 5

    let announcements: AnnouncementsAPI
    let id: String
    let pause: any BaliseSleeper

    /// Follows the announcement.
    public struct Iterator: AsyncIteratorProtocol {
        private let updates: AnnouncementUpdates
        private var latest: PublishedAnnouncement?
        private var wait = AnnouncementUpdates.pauses.lowerBound

        init(_ updates: AnnouncementUpdates) { self.updates = updates }

        /// The announcement once it has changed; nil after its final state.
        ///
        /// - Throws: A `BaliseError`: what the server refused, or why it could not be reached five times in a row.
        public mutating func next() async throws -> PublishedAnnouncement? {
            guard latest?.state.isFinal != true else { return nil }
            var failures = 0
            while true {
                if latest != nil || failures > 0 {
                    do { try await updates.pause.sleep(seconds: wait) } catch { throw BaliseError.cancelled }
                }
                do throws(BaliseError) {
                    let current = try await updates.announcements.announcement(updates.id)
                    if current != latest {
                        latest = current
                        wait = AnnouncementUpdates.pauses.lowerBound
                        return current
                    }
                    failures = 0
                } catch {
                    failures += 1
                    guard error.mayHaveBeenDone, failures < AnnouncementUpdates.maximumFailures else { throw error }
                }
                wait = Swift.min(wait * 2, AnnouncementUpdates.pauses.upperBound)
            }
        }
    }

    /// Begins with the announcement as it stands.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }
}

extension AnnouncementProgress {
    /// Whether nothing is to come any more.
    public var isFinal: Bool { self == .done || self == .cancelled }
}
