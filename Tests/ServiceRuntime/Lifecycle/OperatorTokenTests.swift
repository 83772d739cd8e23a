@testable import ServiceRuntime

@Suite("The operator's token") struct OperatorTokenTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("It is created at the first start, for its owner only, and stays")
    func made() throws {
        let data = folder.url.appendingPathComponent("data")
        #expect(try OperatorToken.load(in: data) == nil)
        let token = try OperatorToken.loadOrMake(in: data)
        #expect(token.value.count == 43)
        #expect(try folder.mode("data/operator.token") == 0o600)
        #expect(try OperatorToken.loadOrMake(in: data) == token)
        #expect(try OperatorToken.load(in: data) == token)
        #expect(try FileManager.default.contentsOfDirectory(atPath: data.path) == ["operator.token"])
        #expect(try OperatorToken.loadOrMake(in: folder.url) != token, "each folder has its own")
    }

    @Test("Programs that start at the same time get the same token")
    func atOnce() async throws {
        for round in 0..<50 {
            let data = folder.url.appendingPathComponent("data\(round)")
            let tokens = await withTaskGroup { group in
                for _ in 0..<8 { group.addTask { try? OperatorToken.loadOrMake(in: data) } }
                return await group.reduce(into: Set<Secret?>()) { $0.insert($1) }
            }
            #expect(tokens.count == 1 && tokens.first != .some(nil))
            #expect(try FileManager.default.contentsOfDirectory(atPath: data.path) == ["operator.token"])
        }
    }

    @Test("A token that others can read, or that is invalid, is refused", arguments: [(0o644, "t"), (0o600, "")])
    func refused(_ mode: mode_t, _ letter: String) throws {
        let path = try folder.write(String(repeating: letter, count: 43), to: "operator.token")
        #expect(chmod(path, mode) == 0)
        let error = #expect(throws: StartError.self) { try OperatorToken.loadOrMake(in: folder.url) }
        #expect(error?.description.hasPrefix("cannot use \(path): ") == true)
    }
}
