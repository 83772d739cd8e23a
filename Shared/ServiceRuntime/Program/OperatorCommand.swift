import Foundation
import OperatorCommands

extension ServiceProgram {
    /// Runs an operator's command through the running edge. `words` follow the program's name, and include settings.
    func operate(_ words: [String], _ environment: [String: String]) throws {
        let (own, options) = separate(words)
        let job: OperatorJob
        do throws(OperatorCommandLine.Misuse) { job = try OperatorCommandLine.read(own) } catch {
            let topic = own.first ?? ""
            let verbs = OperatorCommandLine.verbs(of: topic, in: own.dropFirst())
            throw ProgramCommand.Misuse.operate("\(error)", topic: ([topic] + verbs).joined(separator: " "))
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
        // The command parses its own options later, so unknown ones are flags here.
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
        var probe = try operationsProbe(timeout: Settings.operatorTimeout)
        probe.key = try credential()
        let answer = try ask(probe)
        guard answer.status != 401 else { throw NotDone(description: strangerOnOperationsPort) }
        return answer
    }

    func operationsProbe(timeout: Duration) throws -> OperationsProbe {
        let operations = self.operations
        guard operations.port != 0 else {
            throw CommandFailure("operations.port is 0: give the port that the program picked")
        }
        return OperationsProbe(host: operations.host, port: operations.port, timeout: timeout)
    }

    /// Returns the key in the settings, or else the token in the data folder.
    func credential() throws -> Secret {
        if let key = self.operations.key { return key }
        if let token = try OperatorToken.load(in: dataDirectory) { return token }
        throw NotDone(
            description:
                "\(dataDirectory.path) has no \(OperatorToken.fileName), which each start makes if it is missing: restart "
                + "the program, or name the data folder of the running one with --data-dir or BALISE_DATA_DIR")
    }

    /// The error if the program on the operations port does not accept the token.
    var strangerOnOperationsPort: String {
        let operations = self.operations
        let shown =
            operations.key == nil ? "the token of the data folder \(dataDirectory.path)" : "the key of operations.key"
        return "the program on the operations port, \(operations.host):\(operations.port), does not know \(shown): "
            + "it is another instance; name its port (--operations-port) or its data folder (--data-dir)"
    }
}
