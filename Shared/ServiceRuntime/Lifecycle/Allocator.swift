import Foundation

/// Returns unneeded memory to the system: glibc's allocator keeps freed memory, and Linux keeps code that ran once.
public enum Allocator {
    /// The size in bytes above which freed memory returns to the system at once.
    static let largePiece = 1 << 20

    /// Sets glibc's thresholds, at the start of a program. Otherwise, once a large piece was freed, glibc keeps later
    /// pieces of at most that size (mallopt(3), `M_MMAP_THRESHOLD`). Hashing a password takes a piece of 16 MiB.
    static func returnLargePieces() {
        #if canImport(Glibc)
            typealias Option = @convention(c) (CInt, CInt) -> CInt
            guard let symbol = dlsym(nil, "mallopt") else { return }
            let mallopt = unsafeBitCast(symbol, to: Option.self)
            let (mappedFrom, trimmedFrom): (CInt, CInt) = (-3, -1)
            _ = mallopt(mappedFrom, CInt(largePiece))
            // glibc uses the same proportion. With a smaller value it would call the system all the time.
            _ = mallopt(trimmedFrom, 2 * CInt(largePiece))
        #endif
    }

    static func trimWhenSettled() {
        DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 1, execute: trim)
    }

    /// Returns freed memory and unused code. The code that an idle program runs is reloaded from the cache.
    @Sendable public static func trim() {
        releaseCode()
        #if canImport(Glibc)
            typealias Trim = @convention(c) (Int) -> CInt
            guard let symbol = dlsym(nil, "malloc_trim") else { return }
            _ = unsafeBitCast(symbol, to: Trim.self)(0)
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
