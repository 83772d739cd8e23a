// How many files and connections a process may have open.

import Foundation
import Testing

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
}
