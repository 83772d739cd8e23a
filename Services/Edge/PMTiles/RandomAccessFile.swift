#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that stays open as long as it is referenced, even if another file replaces it. Reads block.
final class RandomAccessFile: Sendable {
    private let descriptor: CInt
    /// The length in bytes, at the time of opening.
    let length: UInt64

    /// Opens the file. Throws if that fails, or if it is no regular file.
    init(path: String) throws(UnusableFile) {
        // Without this flag, opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw UnusableFile(
                "cannot be opened: \(String(cString: strerror(errno))); check the path, and that this program may read it"
            )
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            _ = close(descriptor)
            throw UnusableFile("is no regular file; name the file itself")
        }
        self.descriptor = descriptor
        length = UInt64(max(0, status.st_size))
    }

    deinit { _ = close(descriptor) }

    func read(_ count: Int, at offset: UInt64) throws(UnusableFile) -> [UInt8] {
        guard let start = off_t(exactly: offset), !start.addingReportingOverflow(off_t(count)).overflow else {
            throw .truncated
        }
        var failure: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, start + off_t(filled))
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    break
                } else if errno != EINTR {
                    failure = errno
                    break
                }
            }
        }
        guard failure == 0 else { throw UnusableFile("cannot be read: \(String(cString: strerror(failure)))") }
        return bytes
    }
}

struct UnusableFile: Error, Hashable, CustomStringConvertible {
    /// The problem and the remedy, as the end of a sentence that begins with the file.
    let description: String

    init(_ description: String) { self.description = description }
}
