@testable import ServiceRuntime

@Suite struct OpenFileLimitTests {
    @Test func raisesTheSoftLimitToTheHardOne() throws {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        try #require(getrlimit(resource, &limit) == 0)
        let hard = limit.rlim_max
        // Enough for whatever runs beside this test.
        limit.rlim_cur = min(hard, 1 << 20) - 1
        try #require(setrlimit(resource, &limit) == 0)
        #expect(OpenFileLimit.current == Int(min(hard, 1 << 20)) - 1)
        OpenFileLimit.raise()
        #expect(OpenFileLimit.current == Int(min(hard, 1 << 20)))
        try #require(getrlimit(resource, &limit) == 0)
        #expect(limit.rlim_max == hard, "what is allowed at most stays")
    }

    @Test("A program with too few open files says at its start how many it needs")
    func tooFew() throws {
        // In the middle of these, libraries abort the process.
        for allowed in [24, 48, 64, 255] {
            let failure = #expect(throws: StartError.self) { try OpenFileLimit.check(services: 6, allowed: allowed) }
            #expect(failure?.exitCode == 1)
            let text = try #require(failure?.description)
            #expect(text.contains("allows this process \(allowed) open files") && text.contains("needs 256"))
        }
        try OpenFileLimit.check(services: 6, allowed: 256)
        try OpenFileLimit.check(services: 1, allowed: 96)
    }
}
