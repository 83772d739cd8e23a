import Foundation

/// A program that could not be run to its good end.
struct CommandError: Error, CustomStringConvertible {
    var description: String
}

/// Runs `program` with `arguments`, waits for its end and returns its output.
///
/// A name without a slash is looked up in the search path. Throws `CommandError` when it ends with another status than 0.
func output(of program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program.contains("/") ? program : "/usr/bin/env")
    process.arguments = program.contains("/") ? arguments : [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        let line = ([program] + arguments).joined(separator: " ")
        throw CommandError(description: "\(line) ended with status \(process.terminationStatus)")
    }
    return String(decoding: data, as: UTF8.self)
}

/// The numbers that a program printed, separated by blanks.
func numbers(in text: some StringProtocol) -> [Double] {
    text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
}
