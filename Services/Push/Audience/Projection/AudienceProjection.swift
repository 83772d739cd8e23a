import Models
import Synchronization

final class AudienceProjection: Sendable {
    let rules: AudienceRules
    private let state: Mutex<State>

    private struct State: ~Copyable {
        var audience: Audience
        var withdrawals: Int64 = 0
    }

    init(_ rules: AudienceRules) throws {
        self.rules = rules
        state = Mutex(State(audience: try Audience(categories: rules.categories)))
    }

    func load(from store: any AudienceStore) async throws(PushStoreError) {
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

    /// Applies changes, in the order of their commits.
    func apply(_ changes: [AudienceChange]) {
        state.withLock { state in
            for change in changes {
                switch change.change {
                case .status(let status): state.audience.set(status, of: change.recipient)
                case .preferences(let preferences, let formerTerms):
                    state.audience.set(preferences, of: change.recipient)
                    state.audience.describe(preferences?.terms ?? [], insteadOf: formerTerms, of: change.recipient)
                case .position(let position): state.audience.set(position, of: change.recipient)
                case .devices(let devices): state.audience.set(devices, of: change.recipient)
                case .withdrawal(let number): state.withdrawals = number
                case .erased: state.audience.erase(change.recipient)
                }
            }
        }
    }

    /// The recipients, nearest first if there is a place, and the latest withdrawal that the result accounts for.
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
            return (recipients, .max)
        }
        let (found, latest) = state.withLock { state in
            var found: [(number: Int64, known: (position: Position?, radius: Int))] = []
            state.audience.find(query, naming: numbers, since: rules.oldestPosition(at: now)).forEach { slot, _ in
                found.append((state.audience.number(at: slot), state.audience.place(at: slot)))
            }
            return (found, state.withdrawals)
        }
        // This runs outside the lock, so that updates do not wait for it. Only coarse places are kept.
        let recipients = found.compactMap { number, known -> ResolvedRecipient? in
            guard let position = known.position else { return nil }
            return ResolvedRecipient(
                recipient: number, distance: CoarsePlace.distance(position.coordinate, place), radius: known.radius,
                positionAt: position.at)
        }
        return (recipients, latest)
    }

    /// Counts the users who would be notified, and their push devices. `silenced` devices get no push now. Muted
    /// devices need their facts if the audience has conditions on push devices.
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

    /// The result now, as far as others may know it. `recipient` is nil for an unknown account.
    func coarseResult(on interest: Interest, for recipient: Int64?, at now: UnixTime) -> AudienceRules.RecipientResult {
        let member = recipient.flatMap { number in state.withLock { $0.audience.member(number) } }
        return rules.coarseResult(on: interest, for: member, at: now)
    }
}

struct AudienceChange: Sendable {
    var recipient: Int64
    var change: Change

    enum Change: Sendable {
        case status(AccountStatus?)
        /// The user has new preferences, or none (nil). `formerTerms` is nil if the previous terms are unknown.
        case preferences(NotificationPreferences?, formerTerms: Set<Term>?)
        case position(Position?)
        case devices([DeviceFacts])
        /// A withdrawal of a position. The number grows with each withdrawal.
        case withdrawal(Int64)
        case erased
    }
}

struct AudienceRow: Sendable {
    var recipient: Int64
    var member: AudienceMember
    var devices: [DeviceFacts] = []

    /// The changes that make a copy in memory equal to this row, whatever the copy contained.
    var changes: [AudienceChange] {
        let all: [AudienceChange.Change] = [
            .status(member.status), .preferences(member.preferences, formerTerms: nil), .position(member.position),
            .devices(devices),
        ]
        return all.map { AudienceChange(recipient: recipient, change: $0) }
    }
}
