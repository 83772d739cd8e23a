// `stand-ins`: takes what a Balise in development sends to APNs and FCM, and prints what push devices would show.

import Foundation

@main
enum Program {
    static func main() async {
        do {
            let command = try StandInCommand(Array(CommandLine.arguments.dropFirst()))
            let stop = StopSignal()
            try await StandIns.run(command, until: stop) { write($0, to: .standardOutput) }
        } catch let misuse as StandInCommand.Misuse {
            write("stand-ins: \(misuse)\n\n\(StandInCommand.usage)", to: .standardError)
            exit(64)
        } catch {
            write("stand-ins: \(error)", to: .standardError)
            exit(1)
        }
    }
}

/// Writes a line at once, since a pipe may be waiting for it.
private func write(_ line: String, to output: FileHandle) { try? output.write(contentsOf: Data((line + "\n").utf8)) }
