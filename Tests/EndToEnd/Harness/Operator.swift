extension RunningBalise {
    func operate(_ method: HTTPMethod, _ path: String, _ body: JSON? = nil, _ headers: HTTPHeaders = [:])
        async throws -> Answer
    {
        var headers = headers
        if !headers.contains(name: "authorization"), !headers.contains(name: "x-api-key") {
            headers.add(name: "authorization", value: "Bearer \(try operatorToken)")
        }
        return try await operateUnknown(method, path, body, headers)
    }

    func operateUnknown(_ method: HTTPMethod, _ path: String, _ body: JSON? = nil, _ headers: HTTPHeaders = [:])
        async throws -> Answer
    {
        var headers = headers
        if method != .GET, !headers.contains(name: "content-type") {
            headers.add(name: "content-type", value: "application/json")
        }
        let bytes = method == .GET ? nil : Array((body ?? [:]).encoded.utf8)
        let answer = try await call(method, operations + path, bytes, headers)
        if answer.status >= 400 { #expect(answer.contentType == "application/problem+json", "\(method) \(path)") }
        return answer
    }

    var operatorToken: String {
        get throws {
            try String(contentsOf: dataFolder.appending(path: "operator.token"), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
    }

    func command(_ words: String...) async throws -> (status: Int32, output: String) { try await command(words) }

    func command(_ words: [String]) async throws -> (status: Int32, output: String) {
        try await run(
            words, of: shape.front,
            [
                "BALISE_OPERATIONS_PORT": String(operations.split(separator: ":").last ?? ""),
                "BALISE_DATA_DIR": dataFolder.path,
            ])
    }

    /// Runs a command of one of its programs, by default the edge's, on its data folder.
    func offline(_ words: String..., of program: String? = nil) async throws -> (status: Int32, output: String) {
        try await run(words, of: program ?? shape.front, ["BALISE_DATA_DIR": dataFolder.path])
    }

    /// Kills the command when `isTime` is true. Returns whether it was still running then.
    func offline(
        _ words: String..., of program: String? = nil, killedWhen isTime: @escaping @Sendable () -> Bool
    ) async throws -> Bool {
        let process = Process()
        process.executableURL = try BuiltPrograms.url(program ?? shape.front)
        process.arguments = words
        process.environment = ["BALISE_DATA_DIR": dataFolder.path]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let ended = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.continuation.finish() }
        try process.start()
        defer { kill(process.processIdentifier, SIGKILL) }
        try await eventually("it is time to kill \(words)") { isTime() || !process.isRunning }
        let wasRunning = process.isRunning
        kill(process.processIdentifier, SIGKILL)
        for await _ in ended.stream {}
        return wasRunning
    }

    private func run(
        _ words: [String], of program: String, _ settings: [String: String]
    ) async throws -> (status: Int32, output: String) {
        let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
        return try await Process.output(of: BuiltPrograms.url(program), words, environment: path + settings)
    }
}
