import CoreMetrics
import Foundation
import Logging
import Models
import OperatorCommands
package import Storage

/// A program that hosts services: `edge`, `location` or `balise`.
public struct ServiceProgram: Sendable {
    /// Moves the data of a program's services, or of the named service, between files and PostgreSQL.
    package typealias StorageMover =
        @Sendable (ServiceProgram) -> (
            _ direction: MoveMark.Direction, _ service: String?, _ settings: Settings
        ) throws -> Void

    public static let version = "0.1.0"

    package private(set) var name: String
    /// The services in the order of their start.
    package private(set) var services: [any HostedService.Type]
    let settingsCatalogue: SettingsCatalogue
    /// Returns calls to try, for the program's addresses and settings.
    let examples: @Sendable (ListeningAddresses, Settings) -> [ExampleCalls]
    /// Carries out `move-storage`; nil in a program without this command.
    let moveStorage: StorageMover?
    package let say: @Sendable (String) -> Void
    let complain: @Sendable (String) -> Void
    /// Asks a question at the terminal; nil if there is no terminal.
    let ask: @Sendable (_ question: String) -> Bool?

    init(
        name: String, services: [any HostedService.Type], settings catalogue: SettingsCatalogue,
        examples: @escaping @Sendable (ListeningAddresses, Settings) -> [ExampleCalls] = { _, _ in [] },
        moveStorage: StorageMover? = nil,
        say: @escaping @Sendable (String) -> Void, complain: @escaping @Sendable (String) -> Void,
        ask: @escaping @Sendable (_ question: String) -> Bool? = { _ in nil }
    ) {
        self.name = name
        self.services = services
        settingsCatalogue = catalogue
        (self.examples, self.moveStorage, self.say) = (examples, moveStorage, say)
        (self.complain, self.ask) = (complain, ask)
    }

    /// Runs the command line and ends the process with an `ExitStatus`.
    /// - Parameters:
    ///   - services: The hosted services, in the order of their start. If the program is called by the name of a
    ///     service, through a link, it hosts only that service.
    ///   - examples: Calls to try, printed when the program is ready, for its actual addresses.
    package static func run(
        _ services: [any HostedService.Type], name: String, settings catalogue: SettingsCatalogue,
        examples: @escaping @Sendable (ListeningAddresses, Settings) -> [ExampleCalls] = { _, _ in [] },
        moveStorage: StorageMover? = nil
    ) async {
        let program = ServiceProgram(
            name: name, services: services, settings: catalogue, examples: examples, moveStorage: moveStorage,
            say: { write($0, to: .standardOutput) }, complain: { write($0, to: .standardError) }, ask: confirmOnTerminal
        )
        let words = CommandLine.arguments
        let status = await program.called(words.first ?? name)
            .run(arguments: Array(words.dropFirst()), environment: ProcessInfo.processInfo.environment)
        LogWriter.standardError.flush()
        exit(status)
    }

    /// The program of one service if it was called by that service's name; otherwise unchanged.
    func called(_ path: String) -> ServiceProgram {
        guard let called = path.split(separator: "/").last,
            let service = services.first(where: { $0.name.description == called })
        else { return self }
        var program = self
        program.name = service.name.description
        program.services = [service]
        return program
    }

    func run(arguments: [String], environment: [String: String]) async -> Int32 {
        // All files are only for their owner, including files that libraries create.
        umask(0o077)
        // The program must not stop because no one reads its log or output.
        signal(SIGPIPE, SIG_IGN)
        OpenFileLimit.raise()
        do {
            switch try ProgramCommand(arguments, forms: settingsCatalogue.optionForms, operates: hostsEdge) {
            case .serve(let options):
                try await serve(.load(settingsCatalogue, arguments: options, environment: environment))
            case .own(let command, let words, let options):
                return try await carryOut(try OwnCommands.parse(command, words), options, environment)
            case .operate(let words): try operate(words, environment)
            case .help: say(help)
            case .helpWith(let word, let verbs): say(help(with: word, verbs: verbs))
            case .version: say("\(name) \(ServiceProgram.version)")
            }
            return ExitStatus.done.rawValue
        } catch let error as SettingsError {
            complain("\(name) does not start with these settings:\n\(error)")
            return error.exitCode
        } catch let error as StartError {
            LogWriter.standardError.flush()
            complain("\(name): \(error)")
            return error.exitCode
        } catch let error as StorageError {
            LogWriter.standardError.flush()
            complain("\(name): \(error.description(for: name))")
            return ExitStatus.failed.rawValue
        } catch let error as ProgramCommand.Misuse {
            complain("\(name): \(error)")
            return ExitStatus.misuse.rawValue
        } catch {
            LogWriter.standardError.flush()
            complain("\(name): \(describe(error))")
            return ExitStatus.failed.rawValue
        }
    }

    private func serve(_ settings: Settings) async throws {
        try OpenFileLimit.check(services: services.count)
        let isTerminal = isatty(STDERR_FILENO) == 1
        let format = settings.log.format ?? (isTerminal ? .text : .json)
        let warnings = RecentWarnings()
        let makeHandler: @Sendable (String) -> any LogHandler = { label in
            ServiceLogHandler(service: label, level: settings.log.level, format: format, warnings: warnings)
        }
        let makeLogger = { (service: String) in Logger(label: service, factory: makeHandler) }
        // Signals are watched from here on, so that a signal during a long start also ends the program in order.
        let stop = StopRequest()
        let signals = StopSignals()
        signals.watch(stop)
        defer { withExtendedLifetime(signals) {} }
        for warning in settings.warnings { makeLogger(name).warning("\(warning)") }
        let host = try await ServiceHost(
            services, name: name, settings: settings, warnings: warnings, makeLogger: makeLogger)
        // Services get their own logger and metrics. The global logger and metrics are for libraries.
        LoggingSystem.bootstrap(makeHandler)
        MetricsSystem.bootstrap(host.metrics)
        let showsExamples = settings.showExamples ?? (isatty(STDOUT_FILENO) == 1)
        try await host.run(until: stop) { listening in
            say(readyLine(listening))
            guard showsExamples else { return }
            for group in examples(listening, settings) { say("\n\(group)\n") }
        }
    }

    private func readyLine(_ listening: ListeningAddresses) -> String {
        let console = listening.boundAddress(.console).map { ", console \($0)" } ?? ""
        let operations = listening.boundAddress(.operations).map { " (operations \($0)\(console))" } ?? ""
        let address = listening.boundAddress(.http) ?? listening.boundAddress(.bus)
        return "\(name) is ready" + (address.map { " on \($0)" } ?? "") + operations
    }
}

/// Writes a line at once, because a program may wait for it at the other end of a pipe.
private func write(_ line: String, to output: FileHandle) { try? output.write(contentsOf: Data((line + "\n").utf8)) }

/// Asks at the terminal; nil if there is no terminal.
private func confirmOnTerminal(_ question: String) -> Bool? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    try? FileHandle.standardError.write(contentsOf: Data("\(question) [y/N] ".utf8))
    return ["y", "yes"].contains(readLine()?.lowercased())
}

/// Calls to try, each of them one shell command.
public struct ExampleCalls: Sendable, CustomStringConvertible {
    package let title: String
    /// The commands, to be run in this order, in one shell.
    package let lines: [String]

    public var description: String { title + "\n\n" + lines.joined(separator: "\n\n") }

    package init(title: String, lines: [String]) {
        self.title = title
        self.lines = lines
    }
}
