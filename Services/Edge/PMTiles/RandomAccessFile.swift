#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that stays open as long as it is referenced. Reads block.
///
/// If another file replaces it, this one is still read until the program ends.
final class RandomAccessFile: Sendable {
    private let descriptor: CInt
    /// In bytes, at the time of opening.
    let length: UInt64

    /// Throws if the file cannot be opened, or is no regular file.
    init(path: String) throws(PMTilesError) {
        // Opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw PMTilesError(
                "cannot be opened: \(String(cString: strerror(errno))); check the path, and that this program may read it"
            )
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            _ = close(descriptor)
            throw PMTilesError("is no regular file; name the archive itself")
        }
        self.descriptor = descriptor
        length = UInt64(max(0, status.st_size))
    }

    deinit { _ = close(descriptor) }

    /// This number of bytes from an offset; fewer at the end of the file.
    func read(_ count: Int, at offset: UInt64) throws(PMTilesError) -> [UInt8] {
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
        guard failure == 0 else { throw PMTilesError("cannot be read: \(String(cString: strerror(failure)))") }
        return bytes
    }
}
