import Foundation

/// Returns unneeded memory to the system: jemalloc keeps freed memory while no thread frees more, and Linux keeps code
/// that ran once.
public enum Allocator {
    static func trimWhenSettled() {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1, execute: trim)
    }

    /// Returns freed memory and unused code. The code that an idle program runs is reloaded from the cache.
    @Sendable public static func trim() {
        releaseCode()
        #if os(Linux)
            typealias Control =
                @convention(c) (
                    UnsafePointer<CChar>, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>?,
                    UnsafeMutableRawPointer?, Int
                ) -> CInt
            guard let symbol = dlsym(nil, "mallctl") else { return }
            // The number means all arenas.
            _ = unsafeBitCast(symbol, to: Control.self)("arena.4096.purge", nil, nil, nil, 0)
        #endif
    }

    /// Returns the pages of code. Linux counts a page of code as the process's memory once it has run.
    private static func releaseCode() {
        #if os(Linux)
            // The file is read with fopen, because Foundation reads only its first page.
            guard let maps = fopen("/proc/self/maps", "r") else { return }
            defer { fclose(maps) }
            var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
            defer { free(line) }
            while getline(&line, &capacity, maps) > 0, let text = line {
                // The fields of a line are: from and to, rights, offset, device, inode, file. A segment that is
                // executable and not writable equals its file, so it can be loaded again.
                let fields = String(cString: text).split(separator: " ")
                guard fields.count == 6, fields[1] == "r-xp", fields[5].hasPrefix("/") else { continue }
                let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
                guard bounds.count == 2 else { continue }
                madvise(UnsafeMutableRawPointer(bitPattern: bounds[0]), Int(bounds[1] - bounds[0]), MADV_DONTNEED)
            }
        #endif
    }
}
