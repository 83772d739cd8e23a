import Models
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The file of messages. Only its owner may read it. Each use opens it, so it may be moved or emptied.
final class MessageFile: Sendable {
    let path: String
    private let turn = Mutex(())

    init(path: String) { self.path = path }

    /// Appends a line and syncs it to disk. Returns the error; nil on success.
    func append(_ line: [UInt8]) -> String? {
        turn.withLock { _ in
            let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return MessageFile.reason }
            defer { _ = close(descriptor) }
            // The mode is set in any case, because the file may have existed before.
            guard fchmod(descriptor, 0o600) == 0 else { return MessageFile.reason }
            return MessageFile.write(line, to: descriptor) && fsync(descriptor) == 0 ? nil : MessageFile.reason
        }
    }

    /// Removes the lines that `isKept` refuses. Without such lines, the file stays untouched. Otherwise a new file
    /// replaces it, so a crash loses nothing. Returns the error; nil on success.
    func keepLines(where isKept: ([UInt8]) -> Bool) -> String? {
        turn.withLock { _ in
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { return errno == ENOENT ? nil : MessageFile.reason }
            defer { _ = close(descriptor) }
            guard let bytes = MessageFile.read(descriptor) else { return MessageFile.reason }
            let lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
            let kept = lines.filter(isKept)
            guard kept.count < lines.count else { return nil }
            let next = path + ".next"
            _ = unlink(next)
            let new = open(next, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard new >= 0 else { return MessageFile.reason }
            defer { _ = close(new) }
            let text = kept.flatMap { $0 + [UInt8(ascii: "\n")] }
            guard MessageFile.write(text, to: new), fsync(new) == 0, rename(next, path) == 0 else {
                let reason = MessageFile.reason
                _ = unlink(next)
                return reason
            }
            return nil
        }
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        bytes.withUnsafeBytes { all in
            var rest = UnsafeRawBufferPointer(rebasing: all[...])
            while !rest.isEmpty {
                let count = systemWrite(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
            return true
        }
    }

    private static func read(_ descriptor: Int32) -> [UInt8]? {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { return all }
            all += buffer[..<count]
        }
    }
}

// These constants exist because the type's own functions have the names of the system's functions.
private let systemWrite: @Sendable (Int32, UnsafeRawPointer?, Int) -> Int = { write($0, $1, $2) }
private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = { read($0, $1, $2) }
