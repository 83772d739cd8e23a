public import Foundation

/// A file system in memory that is quickly full; only root may mount one, and not everywhere.
public struct SmallFileSystem: Sendable {
    public let folder: TemporaryFolder

    public static let isAvailable: Bool = {
        guard getuid() == 0, let probe = try? SmallFileSystem(kilobytes: 64) else { return false }
        probe.unmount()
        return true
    }()

    // By the system call: starting a program would copy a process with thousands of open files.
    #if os(Linux)
        /// Throws `CocoaError` where that is not possible.
        public init(kilobytes: Int) throws {
            folder = try TemporaryFolder()
            guard mount("tmpfs", folder.url.path, "tmpfs", 0, "size=\(kilobytes)k,mode=700") == 0 else {
                throw CocoaError(.featureUnsupported)
            }
        }

        /// Ends it, with all that is in it, also while files are open.
        public func unmount() { _ = umount2(folder.url.path, Int32(MNT_DETACH)) }
    #else
        /// There is none but on Linux.
        public init(kilobytes: Int) throws { throw CocoaError(.featureUnsupported) }

        public func unmount() {}
    #endif

    /// The blocks that no visible file has. A file that was deleted keeps its blocks while a program that another test is
    /// starting has it open, and would give them back later.
    private var hiddenBlocks: Int64 {
        var system = statvfs()
        guard statvfs(folder.url.path, &system) == 0 else { return 0 }
        let files = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? []
        let visible = files.reduce(into: Int64(0)) { sum, name in
            var file = stat()
            guard lstat(folder.url.appendingPathComponent(name).path, &file) == 0 else { return }
            sum += Int64(file.st_blocks) * 512 / 4096
        }
        return Int64(system.f_blocks) - Int64(system.f_bfree) - visible
    }

    /// Leaves no byte free, or so many pages of 4 KiB; returns the file that has the others.
    public func fill(but pages: Int = 0) -> URL {
        // At most ten seconds.
        for _ in 0..<10_000 where hiddenBlocks > 0 { usleep(1000) }
        let ballast = folder.url.appendingPathComponent("ballast")
        let descriptor = open(ballast.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        for size in [65_536, 4096, 512, 1] {
            let block = [UInt8](repeating: 1, count: size)
            while write(descriptor, block, size) == size {}
        }
        _ = ftruncate(descriptor, lseek(descriptor, 0, SEEK_END) - off_t(pages) * 4096)
        return ballast
    }

    /// A program that another test starts at the same moment can still have the file open, so its pages are given back before
    /// its name.
    public func free(_ ballast: URL) throws {
        _ = truncate(ballast.path, 0)
        try FileManager.default.removeItem(at: ballast)
    }
}
