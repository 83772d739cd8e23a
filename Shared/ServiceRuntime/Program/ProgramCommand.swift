// The commands that every program has.

import Models

/// What a command line asks for.
enum ProgramCommand: Hashable {
    case serve(options: [String])
    case health(options: [String])
    case keys(options: [String])
    case settings(options: [String], asMarkdown: Bool)
    /// To be carried out by the running edge.
    case operate(OperatorCommand, options: [String])
    case help
    case version

    /// The words make no command.
    enum Misuse: Error, Hashable, CustomStringConvertible {
        case unknown(word: String)
        case operate(OperatorCommand.Misuse)

        var description: String {
            switch self {
            case .unknown(let word): "there is no command \"\(word)\"; `help` lists what there is"
            case .operate(let misuse): "\(misuse); `help` lists what there is"
            }
        }
    }

    /// Reads the arguments behind the program's name. Without a command it is `serve`.
    ///
    /// - Parameter operates: whether the program takes the commands of operators.
    init(_ arguments: [String], operates: Bool = true) throws(Misuse) {
        if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) {
            self = .help
            return
        }
        guard let first = arguments.first else {
            self = .serve(options: [])
            return
        }
        let rest = Array(arguments.dropFirst())
        switch first {
        case "serve": self = .serve(options: rest)
        case "health": self = .health(options: rest)
        case "keys": self = .keys(options: rest)
        case "settings":
            self = .settings(options: rest.filter { $0 != "--markdown" }, asMarkdown: rest.contains("--markdown"))
        case "help": self = .help
        case "version", "--version": self = .version
        case _ where first.hasPrefix("-"): self = .serve(options: arguments)
        case _ where operates && OperatorCommand.topics.contains(first):
            do throws(OperatorCommand.Misuse) {
                let (command, options) = try OperatorCommand.read(arguments)
                self = .operate(command, options: options)
            } catch {
                throw .operate(error)
            }
        default: throw .unknown(word: first)
        }
    }
}

extension ServiceProgram {
    /// Whether it has an operations port, and so takes the commands of operators.
    var hostsEdge: Bool { services.contains { $0.name == .edge } }

    /// What `help` prints.
    var help: String {
        """
        \(name) \(ServiceProgram.version): hosts \(services.map { $0.name.description }.joined(separator: " and "))

        Usage: \(name) [command] [options]

          serve      run until SIGTERM or SIGINT (this is the default)
          health     ask the running program whether it is ready; status 0 when it is, 1 when not
          keys       make the key pairs of all services for the bus over tcp
          settings   list all settings, their values and where they come from (--markdown: the reference)
          help       print this
          --version  print the version
        \(hostsEdge ? "\nCommands to a running \(name), on its operations port:\n\n\(OperatorCommand.usage)\n" : "")
        Each setting is an option, an environment variable, or a line of the YAML file that --config names, for
        example --http-port 9000, BALISE_HTTP_PORT=9000, or http: {port: 9000}.
        """
    }
}
