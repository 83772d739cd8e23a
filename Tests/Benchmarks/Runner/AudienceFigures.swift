import Isolation
import Models
import Push

struct AudienceFigures {
    let plan: Plan

    func measure() throws -> Table {
        let people = try AudienceBenchmarks()
        let before = try residentBytes()
        people.fill()
        let held = try residentBytes() - before
        var times: [Double] = []
        var told = 0
        for expression in people.expressions(plan.short.runs * 200) {
            let decision = people.decide(expression)
            times.append(decision.milliseconds)
            told += decision.told
        }
        var table = Table(
            "Audiences of \(whole(Double(AudienceBenchmarks.count))) people with 20 tags each and \(AudienceBenchmarks.topics) topics",
            ["what", "figure"])
        table.add(["resident, MB", decimal(held / 1e6, 0)])
        table.add(["counted, MB", decimal(Double(people.footprint) / 1e6, 0)])
        table.add(["taken in at the start, ms", whole(people.filling)])
        table.add(["expressions decided", whole(Double(times.count))])
        table.add(["people told by each", whole(Double(told) / Double(max(times.count, 1)))])
        table.add(["an expression decided, p50 ms", decimal(times.median, 2)])
        table.add(["p99 ms", decimal(times.percentile(99), 2)])
        table.add(["slowest, ms", decimal(times.max() ?? 0, 2)])
        // Includes the memory for deciding, not only for the users.
        table.add(["resident afterwards, MB", decimal((try residentBytes() - before) / 1e6, 0)])
        return table
    }
}

func residentBytes() throws -> Double { try mebibytes(of: [ProcessInfo.processInfo.processIdentifier]) * 1_048_576 }

/// The people are the same in every run.
final class AudienceBenchmarks {
    static let count = 1_000_000
    static let topics = 10_000
    /// As in an app, a few tags have many users, and many tags have few.
    static let tags = 5000
    private static let now = UnixTime(milliseconds: 1_790_000_000_000)
    private static let languages = ["en", "fr", "fr-CA", "de", "es", "pt-BR", "it", "ja"]

    private var audience: Audience
    private var random = SeededNumbers(seed: 7)
    /// Milliseconds for a million people.
    private(set) var filling = 0.0

    init() throws { audience = try Audience(categories: DecidingBenchmarks.categories) }

    func fill() {
        filling = milliseconds {
            for number in 1...Int64(Self.count) {
                audience.set(AudienceMember(status: .active), of: number)
                audience.describe(
                    NotificationPreferences(
                        topics: names(3, Self.topics, "t"), tags: names(20, Self.tags, "g")), of: number)
                let device = DeviceFacts(
                    platform: number % 5 == 0 ? "android" : "ios",
                    language: Self.languages.randomElement(using: &random),
                    version: "\(Int.random(in: 1...4, using: &random)).\(Int.random(in: 0...30, using: &random))")
                audience.set(number % 10 == 0 ? [device, device] : [device], of: number)
            }
        }
    }

    /// So many names, the first ones more often than the last.
    private func names(_ count: Int, _ all: Int, _ prefix: String) -> [String] {
        (0..<count)
            .map { _ in
                let share = Double.random(in: 0..<1, using: &random)
                return prefix + String(Int(share * share * share * Double(all)))
            }
    }

    var footprint: Int { audience.footprint }

    /// Expressions of all kinds, from one topic to 64 parts.
    func expressions(_ count: Int) -> [AudienceExpression] {
        (0..<count).map { number in number % 10 == 0 ? largest() : expression(depth: 1 + number % 5) }
    }

    private func largest() -> AudienceExpression {
        .any((0..<AudienceExpression.maximumParts - 1).map { _ in .tag("g\(Int.random(in: 0..<50, using: &random))") })
    }

    private func expression(depth: Int) -> AudienceExpression {
        switch Int.random(in: depth > 1 ? 5...8 : 0...4, using: &random) {
        case 0: .topic("t\(Int.random(in: 0..<Self.topics, using: &random))")
        case 1: .tag("g\(Int.random(in: 0..<Self.tags, using: &random))")
        case 2: .language("fr")
        case 3: .platform("ios")
        case 4:
            AppVersion("\(Int.random(in: 1...4, using: &random)).5").map { .appVersion(.atLeast, $0) } ?? .everyone
        case 5: .not(expression(depth: depth - 1))
        case 6: .any((0..<3).map { _ in expression(depth: depth - 1) })
        default: .all((0..<3).map { _ in expression(depth: depth - 1) })
        }
    }

    func decide(_ expression: AudienceExpression) -> (told: Int, milliseconds: Double) {
        let query = AudienceQuery(kind: NotificationKind("orders"), expression: expression)
        var told = 0
        let spent = milliseconds { told = audience.find(query, naming: [:], since: Self.now).count }
        return (told, spent)
    }
}
