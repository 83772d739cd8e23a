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
    func load(from store: PushStore) async throws(PushStoreError) {
        let latest = try await store.latestWithdrawal()
        state.withLock { $0.withdrawals = latest }
        var number: Int64? = 0
        while let first = number {
            let (rows, next) = try await store.audience(after: first, limit: 10_000)
            state.withLock { state in
                for row in rows {
                    state.audience.set(row.member, of: row.recipient)
                    state.audience.describe(row.member.preferences, of: row.recipient)
                    state.audience.set(row.devices, of: row.recipient)
                }
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
                case .preferences(let preferences, let former):
                    state.audience.set(preferences, of: change.recipient)
                    state.audience.describe(
                        preferences?.terms ?? [], insteadOf: former.terms, of: change.recipient)
                case .position(let position): state.audience.set(position, of: change.recipient)
                case .devices(let devices): state.audience.set(devices, of: change.recipient)
                case .withdrawal(let number): state.withdrawals = number
                case .erased: state.audience.erase(change.recipient)
                }
            }
        }
    }

    /// Who hears of something, the nearest first where it is near a place, and up to which withdrawal of a position that
    /// is known.
    /// - Parameter numbers: those of the accounts that are named.
    func resolve(
        _ query: AudienceQuery, naming numbers: [AccountID: Int64] = [:], at now: UnixTime
    ) -> (recipients: [ResolvedRecipient], withdrawals: Int64) {
        let query = rules.known(query)
        guard let place = query.place else {
            var recipients: [ResolvedRecipient] = []
            state.withLock { state in
                state.audience.find(query, naming: numbers, since: rules.oldestPosition(at: now)).forEach { slot, _ in
                    recipients.append(
                        ResolvedRecipient(
                            recipient: state.audience.number(at: slot), distance: 0, radius: 0,
                            positionAt: UnixTime(milliseconds: 0)))
                }
            }
            // Positions say nothing of it, and so nothing of it goes with one.
            return (recipients, .max)
        }
        let (found, latest) = state.withLock { state in
            var found: [(number: Int64, known: (position: Position?, radius: Int))] = []
            state.audience.find(query, naming: numbers, since: rules.oldestPosition(at: now)).forEach { slot, _ in
                found.append((state.audience.number(at: slot), state.audience.place(at: slot)))
            }
            return (found, state.withdrawals)
        }
        // Nothing more exact is kept of where anybody was, and those who write to the audience do not wait for this.
        let recipients = found.compactMap { number, known -> ResolvedRecipient? in
            guard let position = known.position else { return nil }
            return ResolvedRecipient(
                recipient: number, distance: CoarsePlace.distance(position.coordinate, place), radius: known.radius,
                positionAt: position.at)
        }
        return (recipients, latest)
    }

    /// How many people would hear of something, and on how many push devices.
    /// - Parameters:
    ///   - numbers: those of the accounts that are named.
    ///   - silenced: which push devices are reached by no push of it now; those that are muted with what they are, where
    ///     the audience says something of push devices.
    func count(
        _ query: AudienceQuery, naming numbers: [AccountID: Int64] = [:], except silenced: SilencedPushDevices,
        at now: UnixTime
    ) -> (recipients: Int, pushDevices: Int) {
        let query = rules.known(query)
        return state.withLock { state in
            var counts = (recipients: 0, pushDevices: 0)
            state.audience.find(query, naming: numbers, since: rules.oldestPosition(at: now)).forEach { slot, found in
                let number = state.audience.number(at: slot)
                guard !silenced.capped.contains(number) else { return }
                var pushDevices = found
                if let muted = silenced.mutedDevices[number] {
                    pushDevices -= state.audience.count(muted, in: query.expression, naming: numbers, of: slot)
                } else {
                    pushDevices -= silenced.muted[number] ?? 0
                }
                guard pushDevices > 0 else { return }
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

    /// The same for any query, of what the database has of somebody: more than is held here.
    func coarseResult(
        on query: AudienceQuery, for row: AudienceRow?, _ account: AccountID, at now: UnixTime
    ) -> AudienceRules.RecipientResult {
        rules.coarseResult(on: query, for: row?.member, account, on: row?.devices ?? [], at: now)
    }
}
