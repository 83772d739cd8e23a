// The commands that every program has.

import Models

/// What a command line asks for.
enum ProgramCommand: Hashable {
    case serve(options: [String])
    case health(options: [String])
    case keys(options: [String])
    case settings(options: [String], asMarkdown: Bool)
    case help
    case version

    /// The first word is no command.
    struct Unknown: Error, CustomStringConvertible {
        let word: String
        var description: String { "there is no command \"\(word)\"; `help` lists what there is" }
    }

    /// Reads the arguments behind the program's name. Without a command it is `serve`.
    init(_ arguments: [String]) throws(Unknown) {
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
        default: throw Unknown(word: first)
        }
    }
}

extension ServiceProgram {
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

        Each setting is an option, an environment variable, or a line of the YAML file that --config names, for
        example --http-port 9000, BALISE_HTTP_PORT=9000, or http: {port: 9000}.
        """
    }
}
