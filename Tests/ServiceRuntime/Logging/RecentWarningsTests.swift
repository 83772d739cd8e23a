@testable import ServiceRuntime

@Suite("The latest warnings", .timeLimit(.minutes(10))) struct RecentWarningsTests {
    private let warnings = RecentWarnings()
    private let output = LogOutput()

    private func logger(_ service: String) -> Logger {
        Logger(label: service) { label in
            ServiceLogHandler(
                service: label, level: .trace, format: .json, writer: output.writer, clock: SetClock.onLeapDay,
                warnings: warnings)
        }
    }

    @Test("are kept for each service, the latest first, without lesser levels")
    func kept() {
        logger("push").warning("slow", metadata: ["pushes": "7"])
        logger("push").info("quiet")
        logger("push").error("refused\nby the provider")
        logger("location").notice("quiet")
        let found = warnings.latest(of: .push)
        #expect(found.map(\.level) == ["error", "warning"])
        #expect(!found[0].text.contains("\n") && found[1].text == "slow pushes=7")
        #expect(found.allSatisfy { $0.at == SetClock.onLeapDay.now() })
        #expect(warnings.latest(of: .location).isEmpty)
        #expect(output.lines().count == 4)
    }

    @Test("of the program itself belong to the edge")
    func program() {
        logger("balise").warning("the bus is late")
        #expect(warnings.latest(of: .edge).map(\.text) == ["the bus is late"])
    }

    @Test("are limited in number and length")
    func bounded() {
        for number in 0..<30 { logger("push").warning("\(number) \(String(repeating: "x", count: 1000))") }
        let found = warnings.latest(of: .push)
        #expect(found.count == RecentWarnings.capacity && found.first?.text.hasPrefix("29 x") == true)
        #expect(found.allSatisfy { $0.text.count == RecentWarnings.length })
    }
}
