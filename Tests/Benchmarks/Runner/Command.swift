import Foundation

struct CommandError: Error, CustomStringConvertible {
    var description: String
}

/// A name without a slash is looked up in the search path. Throws `CommandError` for another status than 0.
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

func numbers(in text: some StringProtocol) -> [Double] {
    text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
}
