#if canImport(Glibc)
    import Foundation
    import Glibc
    import Testing

    @testable import ServiceRuntime

    @Suite("The allocator") struct AllocatorTests {
        /// /proc/self/pagemap has a number of 64 bits for each page, whose highest says whether it is there.
        private func isResident(_ address: UnsafeMutableRawPointer) throws -> Bool {
            let pages = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/pagemap"))
            try pages.seek(toOffset: UInt64(UInt(bitPattern: address) / UInt(sysconf(Int32(_SC_PAGESIZE)))) * 8)
            return try #require(try pages.read(upToCount: 8)?.last) & 0x80 != 0
        }

        @Test("releases code that is not needed, and the code still runs afterwards")
        func code() throws {
            // From a library that no other test uses. It needs functions of a debugger, which this one does not call.
            let library = try #require(dlopen("libthread_db.so.1", RTLD_LAZY))
            let symbol = try #require(dlsym(library, "td_init"))
            let run = unsafeBitCast(symbol, to: (@convention(c) () -> CInt).self)
            for _ in 0..<2 {
                #expect(run() == 0)
                #expect(try isResident(symbol))
                Allocator.trim()
                #expect(try !isResident(symbol))
            }
        }
    }
#endif
