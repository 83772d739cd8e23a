import Foundation
import OperatorCommands

extension ServiceProgram {
    /// Runs an operator's command through the running edge. `words` follow the program's name, with settings.
    func operate(_ words: [String], _ environment: [String: String]) throws {
        let (own, options) = separate(words)
        let job: OperatorJob
        do throws(OperatorCommandLine.Misuse) { job = try OperatorCommandLine.read(own) } catch {
            let topic = own.first ?? ""
            let verbs = OperatorCommandLine.verbs(of: topic, in: own.dropFirst())
            throw ProgramCommand.Misuse.misuse("\(error)", topic: ([topic] + verbs).joined(separator: " "))
        }
        let settings = try Settings.load(settingsCatalogue, arguments: options, environment: environment)
        let connection = OperatorConnection(
            say: say, confirm: ask,
            sendPublicly: { server, method, path, headers, body in
                let probe = OperationsProbe(
                    host: server.host, port: server.port, timeout: Settings.operatorTimeout, place: "the public port")
                return try probe.send(method, path, headers: headers, body)
            },
            fetch: { method, path, file, progress in
                try settings.askOperations { try $0.download(method, path, to: file, progress) }
            },
            send: { method, path, body in try settings.askOperations { try $0.send(method, path, body) } })
        try job.carryOut(over: connection)
    }

    private func separate(_ words: [String]) -> (own: [String], options: [String]) {
        let forms = settingsCatalogue.optionForms
        // The command parses its own options later, so unknown options count as flags here.
        let words = CommandLineWords(words) { forms[$0] ?? .flag }
        var (own, options): ([String], [String]) = ([], [])
        for word in words.all {
            if case .option(let name, _) = word, forms[name] != nil {
                options.append(word.argument)
            } else {
                own.append(word.argument)
            }
        }
        return (own, options)
    }
}

extension Settings {
    fileprivate static let operatorTimeout = Duration.seconds(15)

    fileprivate func askOperations(
        _ ask: (OperationsProbe) throws -> (status: Int, body: String)
    ) throws -> (status: Int, body: String) {
        let answer = try ask(try provenProbe(timeout: Settings.operatorTimeout))
        guard answer.status != 401 else { throw NotDone(description: strangerOnOperationsPort) }
        return answer
    }

    /// Returns a probe with the credential. Without a key in the settings, throws, and sends nothing secret, unless the
    /// server proves that it has the token of the data folder.
    func provenProbe(timeout: Duration) throws -> OperationsProbe {
        var probe = try operationsProbe(timeout: timeout)
        let credential = try self.credential()
        // If the settings have a key, the server may be on another machine, about which this data folder says nothing.
        if self.operations.key == nil { try checkProof(of: credential, probe) }
        probe.key = credential
        return probe
    }

    /// Throws unless the server on the operations port proves that it has the token.
    func checkProof(of token: Secret, _ probe: OperationsProbe) throws {
        let challenge = OperatorToken.hexadecimal((0..<32).map { _ in .random(in: 0...255) })
        let answer = try probe.send("GET", "/livez?challenge=\(challenge)", nil)
        let proof = OperatorToken.proof(of: token, for: challenge, port: probe.port)
        guard answer.status == 200, answer.body == "proof \(proof)" else {
            let stranger = self.stranger(because: "it does not know \(shownToken)")
            throw NotDone(description: "\(stranger). A tunnel has to keep the number of the port")
        }
    }

    func operationsProbe(timeout: Duration) throws -> OperationsProbe {
        let operations = self.operations
        guard operations.port != 0 else {
            throw CommandFailure("operations.port is 0: give the port that the program picked")
        }
        return OperationsProbe(host: operations.host, port: operations.port, timeout: timeout)
    }

    /// Returns the key in the settings; if there is none, the token in the data folder.
    func credential() throws -> Secret {
        if let key = self.operations.key { return key }
        if let token = try OperatorToken.load(in: dataDirectory) { return token }
        throw NotDone(
            description:
                "\(dataDirectory.path) has no \(OperatorToken.fileName), which each start makes if it is missing: restart "
                + "the program, or name the data folder of the running one with --data-dir or BALISE_DATA_DIR")
    }

    /// The error if the program on the operations port does not accept the credential.
    var strangerOnOperationsPort: String {
        stranger(because: "it does not know \(self.operations.key == nil ? shownToken : "the key of operations.key")")
    }

    /// The error if a program answers on the operations port, and the data folder has no token.
    var strangerWithoutToken: String {
        stranger(because: "the data folder \(dataDirectory.path) has no \(OperatorToken.fileName) of it")
    }

    private var shownToken: String { "the token of the data folder \(dataDirectory.path)" }

    private func stranger(because reason: String) -> String {
        let operations = self.operations
        return "another Balise answers on the operations port, \(operations.host):\(operations.port): \(reason). "
            + "Stop that one, or choose another port (--operations-port) or its data folder (--data-dir)"
    }
}
