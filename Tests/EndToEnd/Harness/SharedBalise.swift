extension Shape {
    var balise: RunningBalise { get async throws { try await SharedBalise.running(self) } }
}

actor SharedBalise {
    private static let shared = SharedBalise()
    private var starts: [Shape: Task<RunningBalise, any Error>] = [:]

    static func running(_ shape: Shape) async throws -> RunningBalise { try await shared.running(shape).value }

    private func running(_ shape: Shape) -> Task<RunningBalise, any Error> {
        if let start = starts[shape] { return start }
        let settings = Setting.trustedProxies("127.0.0.1/32") + Setting.patient
        let start = Task {
            try await RunningBalise.start(shape, settings + Setting.webhook(try await Mailbox.shared()), isShared: true)
        }
        starts[shape] = start
        return start
    }

    static func end() async throws {
        for start in await shared.dequeueAll() {
            guard let balise = try? await start.value else { continue }
            try await balise.stop()
            try Privacy.check(balise)
            balise.removeFolder()
        }
    }

    private func dequeueAll() -> [Task<RunningBalise, any Error>] {
        defer { starts = [:] }
        return Array(starts.values)
    }
}

struct SharingBalise: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        try await SharedBalise.end()
        try await SharedNotified.end()
    }
}

extension Trait where Self == SharingBalise {
    static var sharingBalise: Self { SharingBalise() }
}

/// Each file adds a suite.
@Suite("Balise over HTTP", .sharingBalise, .timeLimit(.minutes(20))) struct EndToEnd {}
