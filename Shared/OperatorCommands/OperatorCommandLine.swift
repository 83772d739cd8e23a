// These commands are a module of their own, so that the start of services does not depend on the API's calls.

package import ArgumentParser

/// Parses the commands with which an operator controls a running Balise, and returns their help.
public enum OperatorCommandLine {
    /// The error if the command line is wrong. The description shows the usage.
    public struct Misuse: Error, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// The commands of each topic.
    package static var groups: [any ParsableCommand.Type] { OperatorCommandTree.configuration.subcommands }

    public static let topics = groups.map { $0.word }

    /// Parses the words after the program's name, without settings.
    public static func read(_ words: [String]) throws(Misuse) -> OperatorJob {
        let topic = words.first ?? ""
        var rest = Array(words.dropFirst())
        guard let group = groups.first(where: { $0.word == topic }) else {
            throw Misuse(description: "expected a command")
        }
        let verbs = group.verbs
        guard !verbs.isEmpty else { return try parse([topic] + rest) }
        // A topic with a default command needs no second word.
        if let standard = group.configuration.defaultSubcommand, rest.allSatisfy({ $0.hasPrefix("-") }) {
            rest.insert(standard.word, at: 0)
        }
        // Options may precede the verb.
        guard let place = rest.firstIndex(where: { verbs.contains($0) }) else {
            let known = verbs.formatted()
            guard let unknown = rest.first(where: { !$0.hasPrefix("-") }) else {
                throw Misuse(description: "expected \(known)")
            }
            throw Misuse(description: "\(topic) does not know \"\(unknown)\" but \(known)")
        }
        var ordered = rest
        let verb = ordered.remove(at: place)
        return try parse([topic, verb] + ordered)
    }

    private static func parse(_ words: [String]) throws(Misuse) -> OperatorJob {
        do {
            let command = try OperatorCommandTree.parseAsRoot(words)
            if let command = command as? any OperatorCommand {
                try command.check()
                return OperatorJob(command: command)
            }
        } catch {
            throw Misuse(description: OperatorCommandTree.message(for: error))
        }
        throw Misuse(description: "expected another command")
    }

    /// Returns the commands of a topic, or the topic if it is a command itself.
    private static func leaves(of group: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        group.configuration.subcommands.isEmpty ? [group] : group.configuration.subcommands
    }

    public static var usage: String {
        let commands = groups.flatMap { leaves(of: $0) }.map { command in
            "  \(synopsis(of: command))\n             \(command.configuration.abstract)"
        }
        return (commands + ["  With --json each prints what the operations port answers, for scripts."])
            .joined(separator: "\n")
    }

    /// Returns the words after a topic that name one of its commands, for example `webhook` and `set` after `api-keys`.
    public static func verbs(of topic: String, in words: ArraySlice<String>) -> [String] {
        var (command, verbs) = (groups.first { $0.word == topic }, [String]())
        for word in words {
            guard let next = command?.configuration.subcommands.first(where: { $0.word == word }) else { break }
            verbs.append(word)
            command = next
        }
        return verbs
    }

    /// Returns the help for a topic, or for the topic's commands that `verbs` name; nil for an unknown topic.
    public static func help(with topic: String, verbs: [String], program: String) -> String? {
        guard let group = groups.first(where: { $0.word == topic }) else { return nil }
        let chosen = verbs.reduce(group) { command, verb in
            command.configuration.subcommands.first { $0.word == verb } ?? command
        }
        let commands = leaves(of: chosen)
        let texts = commands.map { command in
            let text = OperatorCommandTree.helpMessage(for: command, columns: 100)
                .replacing("USAGE: \(OperatorCommandTree.word) ", with: "USAGE: \(program) ")
            return commands.count > 1 ? "\(topic) \(command.word)\n\n\(text)" : text
        }
        return texts.joined(separator: "\n")
    }

    private static func synopsis(of command: any ParsableCommand.Type) -> String {
        let usage = OperatorCommandTree.usageString(for: command)
        return usage.firstRange(of: "\(OperatorCommandTree.word) ").map { String(usage[$0.upperBound...]) } ?? usage
    }
}

/// A parsed command that is ready to run.
public struct OperatorJob {
    let command: any OperatorCommand

    public func carryOut(over connection: OperatorConnection) throws {
        let client = OperatorClient(connection, printsJSON: command.output.json)
        try command.carryOut(client)
        client.printAnswer()
    }
}

/// The tree of all commands. The program adds its own name.
struct OperatorCommandTree: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "balise",
        subcommands: [
            APIKeys.self, Accounts.self, Audit.self, Backups.self, SecurityEvents.self, Console.self, Demo.self,
            Devices.self, Installations.self, Places.self, Pushes.self, PushDevices.self, SigningKeys.self,
            MissingAccounts.self, Warnings.self,
        ])
}

/// A command that calls the running edge and prints the result.
protocol OperatorCommand: ParsableCommand {
    var output: OutputOptions { get }

    /// Throws a `ValidationError` for options that exclude each other. If `validate` threw it, it would hide the error
    /// for a misspelled option.
    func check() throws

    func carryOut(_ client: OperatorClient) throws
}

extension OperatorCommand {
    func check() throws {}
}

struct OutputOptions: ParsableArguments {
    @Flag(help: "Print what the operations port answers, for scripts.")
    var json = false
}

struct ErasingOptions: ParsableArguments {
    @Flag(help: "Do not ask first.")
    var yes = false
}

extension ParsableCommand {
    /// The command's name. As in ArgumentParser, this is the type's name if the configuration has none.
    package static var word: String { configuration.commandName ?? String(describing: Self.self).lowercased() }

    static var verbs: [String] { configuration.subcommands.map { $0.word } }
}

extension [String] {
    fileprivate func formatted() -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
