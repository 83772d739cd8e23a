enum WriteKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case report, visit, position, preferences, refresh, registration, signIn

    var description: String { rawValue }
}

enum WriteOutcome: Sendable, Equatable {
    case acknowledged
    /// Refused for now with 503; it may have happened.
    case unavailable
    /// Timed out with 504; it may have happened.
    case timedOut
    /// The edge was killed; it may have happened.
    case unanswered
}

struct JournalEntry: Sendable {
    var kind: WriteKind
    var began: ContinuousClock.Instant
    var ended: ContinuousClock.Instant
    var outcome: WriteOutcome

    var took: Duration { ended - began }
}

final class Journal: Sendable {
    private let kept = Mutex<(entries: [JournalEntry], acknowledged: Int)>(([], 0))

    var entries: [JournalEntry] { kept.withLock { $0.entries } }
    var acknowledged: Int { kept.withLock { $0.acknowledged } }

    func add(_ entry: JournalEntry) {
        kept.withLock { kept in
            kept.entries.append(entry)
            if entry.outcome == .acknowledged { kept.acknowledged += 1 }
        }
    }

    /// The time from `moment` to the first acknowledgement of each kind, for calls that began later.
    func comebacks(after moment: ContinuousClock.Instant) -> [WriteKind: Duration] {
        let later = entries.filter { $0.began >= moment && $0.outcome == .acknowledged }
        return Dictionary(later.map { ($0.kind, $0.ended - moment) }, uniquingKeysWith: min)
    }

    func entries(within span: Range<ContinuousClock.Instant>) -> [JournalEntry] {
        entries.filter { span.contains($0.began) }
    }
}

extension [WriteKind: Duration] {
    var text: String { sorted { $0.value < $1.value }.map { "\($0.key) \($0.value.text)" }.joined(separator: ", ") }
}

extension [JournalEntry] {
    func count(_ outcome: WriteOutcome) -> Int { count { $0.outcome == outcome } }

    func percentile(_ percent: Int) -> Duration {
        let times = map(\.took).sorted()
        return times.isEmpty ? .zero : times[Swift.min(times.count - 1, times.count * percent / 100)]
    }

    func maximumGap(of kind: WriteKind) -> Duration {
        let moments = filter { $0.kind == kind && $0.outcome == .acknowledged }.map(\.ended).sorted()
        return zip(moments.dropFirst(), moments).map { $0 - $1 }.max() ?? .zero
    }

    var summary: String {
        let kinds = WriteKind.allCases.compactMap { kind -> String? in
            let calls = filter { $0.kind == kind }
            guard !calls.isEmpty else { return nil }
            return "\(kind) \(calls.count(.acknowledged)) of \(calls.count), longest gap \(maximumGap(of: kind).text)"
        }
        return """
            \(count) calls, \(count(.acknowledged)) acknowledged, \(count(.unavailable)) answered 503, \
            \(count(.timedOut)) answered 504, \(count(.unanswered)) not answered; p50 \(percentile(50).text), p99 \(percentile(99).text); \
            \(kinds.joined(separator: "; "))
            """
    }
}

extension Duration {
    var text: String { "\(Int(self / .milliseconds(1))) ms" }
}
