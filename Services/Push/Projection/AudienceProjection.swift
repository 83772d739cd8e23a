// The audience in memory, for whoever asks it and whoever changes it.

import Models
import Synchronization

/// The audience in memory, one at a time.
final class AudienceProjection: Sendable {
    private let rules: AudienceRules
    private let state: Mutex<State>

    private struct State: ~Copyable {
        var audience: Audience
        /// The number of the latest withdrawal of a position that has been taken over.
        var withdrawals: Int64 = 0
    }

    /// An empty one. Throws when there are more categories than it can tell apart.
    init(_ rules: AudienceRules) throws {
        self.rules = rules
        state = Mutex(State(audience: try Audience(categories: rules.categories)))
    }

    /// Fills it with all that the store knows.
    nonisolated(nonsending) func load(from store: PushStore) async throws(PushStoreError) {
        let latest = try await store.latestWithdrawal()
        state.withLock { $0.withdrawals = latest }
        var number: Int64? = 0
        while let first = number {
            let (rows, next) = try await store.audience(after: first, limit: 10_000)
            state.withLock { state in
                for row in rows { state.audience.set(row.member, of: row.recipient) }
            }
            number = next
        }
    }

    /// Takes over what has changed, in the order in which it was committed.
    func apply(_ changes: [AudienceChange]) {
        state.withLock { state in
            for change in changes {
                switch change.change {
                case .status(let status): state.audience.set(status, of: change.recipient)
                case .preferences(let preferences): state.audience.set(preferences, of: change.recipient)
                case .position(let position): state.audience.set(position, of: change.recipient)
                case .pushDevices(let count): state.audience.set(pushDevices: count, of: change.recipient)
                case .withdrawal(let number): state.withdrawals = number
                case .erased: state.audience.erase(change.recipient)
                }
            }
        }
    }

    /// Who hears of something, the nearest first, and up to which withdrawal of a position that is known.
    func resolve(_ interest: Interest, at now: UnixTime) -> (recipients: [ResolvedRecipient], withdrawals: Int64) {
        let (found, latest) = state.withLock { state in
            let count = state.audience.find(interest, since: rules.oldestPosition(at: now))
            state.audience.sortNearestFirst()
            var found: [(recipient: Int64, radius: Int, position: Position)] = []
            found.reserveCapacity(count)
            for place in 0..<count {
                let one = state.audience.recipient(at: place)
                guard let position = state.audience.position(of: one) else { continue }
                found.append((state.audience.number(of: one), state.audience.radius(of: one), position))
            }
            return (found, state.withdrawals)
        }
        // Nothing more exact is kept of where anybody was, and those who write to the audience do not wait for this.
        let recipients = found.map { one in
            ResolvedRecipient(
                recipient: one.recipient, distance: CoarsePlace.distance(one.position.coordinate, interest.coordinate),
                radius: one.radius, positionAt: one.position.at)
        }
        return (recipients, latest)
    }

    /// How many people would hear of something, and on how many push devices.
    /// - Parameter muted: how many of their push devices are muted, for each recipient that has any.
    func count(_ interest: Interest, muted: [Int64: Int], at now: UnixTime) -> (recipients: Int, pushDevices: Int) {
        state.withLock { state in
            var counts = (recipients: 0, pushDevices: 0)
            for place in 0..<state.audience.find(interest, since: rules.oldestPosition(at: now)) {
                let one = state.audience.recipient(at: place)
                let pushDevices = state.audience.pushDevices(of: one) - (muted[state.audience.number(of: one)] ?? 0)
                guard pushDevices > 0 else { continue }
                counts = (counts.recipients + 1, counts.pushDevices + pushDevices)
            }
            return counts
        }
    }

    /// Why somebody would hear of something or not, if the audience were resolved at a moment, as others may know it.
    ///
    /// - Parameter recipient: nil for an account of which nothing is known.
    func coarseResult(on interest: Interest, for recipient: Int64?, at now: UnixTime) -> AudienceRules.RecipientResult {
        let member = recipient.flatMap { number in state.withLock { $0.audience.member(number) } }
        return rules.coarseResult(on: interest, for: member, at: now)
    }
}
