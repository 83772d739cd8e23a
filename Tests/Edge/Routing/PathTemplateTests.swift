@testable import Edge

@Suite struct PathTemplateTests {
    @Test(
        arguments: [
            ("/a/{x}", "/a/1", ["1"]), ("/a/{x}", "/a/1%2F2", ["1%2F2"]), ("/a/{x}", "/a/", nil), ("/a/{x}", "/a", nil),
            ("/a/{x}", "/a/1/", nil), ("/a/{x}", "/a/1/2", nil), ("/a/{x}", "/b/1", nil), ("/a/{x}", "", nil),
            ("/a/{x}/key", "/a/1/key", ["1"]), ("/a/{x}/key", "/a/1", nil), ("/a/{x}/key", "/a//key", nil),
            ("/a/{x}/key", "/a/1/keys", nil), ("/a/{x}/key", "/a/1/key/", nil), ("/a/{x}/key", "/a/key", nil),
            ("/{x}/b/{y}", "/1/b/2", ["1", "2"]), ("/{x}/b/{y}", "/1/c/2", nil), ("/{x}/{y}", "/1/2", ["1", "2"]),
            ("/{x}/{y}", "/1/", nil),
        ] as [(String, String, [String]?)])
    func findsTheParameters(_ template: String, _ path: String, _ parameters: [String]?) throws {
        #expect(try #require(PathTemplate(template)).parameters(of: path) == parameters)
    }

    @Test(
        arguments: [
            ("/a/{x}", "/A/Bc", ["Bc"]), ("/a/{x}", "/a/Bc/", ["Bc"]), ("/a/{x}", "/a/1//", nil),
            ("/a/{x}", "/a//", nil),
            ("/a/{x}", "/a/", nil), ("/a/{x}/key", "/A/1/KEY/", ["1"]), ("/a/{x}/key", "/a/1/kez", nil),
            ("/a[/{x}", "/a{/1", nil),
        ] as [(String, String, [String]?)])
    func takesOtherSpellings(_ template: String, _ path: String, _ parameters: [String]?) throws {
        #expect(try #require(PathTemplate(template, isLenient: true)).parameters(of: path) == parameters)
    }

    @Test func isOnlyWhatHasParameters() {
        #expect(PathTemplate("/a/b") == nil)
    }
}
