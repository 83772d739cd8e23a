@testable import Identity

@Suite("Imported password hashes", .timeLimit(.minutes(10))) struct ImportedHashTests {
    /// Of the README of firebase/scrypt.
    static let firebase =
        "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,"
        + "sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="
        + "$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=="

    static let vectors: [(hash: String, password: String)] = [
        (firebase, "user1password"),
        // Of the test vectors of crypt_blowfish.
        ("$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "U*U"),
        ("$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "U*U"),
        ("$2y$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a", "U*U*U"),
        // Of the tests of the reference implementation of Argon2.
        ("$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc", "password"),
        ("$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc", "password"),
        ("$argon2i$m=256,t=2,p=1$c29tZXNhbHQ$/U3YPXYsSb3q9XxHvc0MLxur+GP960kN9j7emXX8zwY", "password"),
        // RFC 7914 section 12.
        (
            "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$"
                + "cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofLVQylVYT8Pz2LUlwUkKpr55h6F3A1lHkDfzwF7RVdYhw",
            "pleaseletmein"
        ),
        // RFC 6070, and Django's own test.
        ("pbkdf2_sha1$4096$salt$SwB5AbdlSJq+rUnZJvch0GWkKcE=", "password"),
        ("pbkdf2_sha256$10000$seasalt$CWWFdHOWwPnki7HvkcqN9iA2T3KLW1cf2uZ5kvArtVY=", "lètmein"),
    ]

    @Test("A hash of each scheme matches its password and no other", arguments: vectors.indices)
    func matching(_ place: Int) throws {
        let (text, password) = Self.vectors[place]
        let hash = try ImportedHash(text)
        try hash.checkLibrary()
        #expect(try hash.matches(Array(password.utf8)))
        #expect(try !hash.matches(Array((password + "x").utf8)))
        // A library of C ends a text at a zero byte.
        #expect(try !hash.matches(Array((password + "\0x").utf8)))
    }

    @Test(
        "A hash with an absurd cost, of an unknown form or with a part missing is refused with a reason",
        arguments: [
            ("$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW", "the cost of bcrypt is 31"),
            ("$2b$05$CCCC", "no complete hash of bcrypt"), ("$2b$05", "no complete hash of bcrypt"),
            ("$argon2id$v=19$m=4194304,t=3,p=4$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuA", "the memory of Argon2"),
            ("$argon2id$v=19$m=65536,t=4000000,p=4$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuA", "the number of passes"),
            ("$argon2id$v=19$m=0,t=1,p=1$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuA", "the memory of Argon2"),
            ("$argon2id$v=19$m=64,t=1,p=0$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuA", "the parallelism of Argon2"),
            ("$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$", "the length of the hash"),
            ("$scrypt$ln=40,r=8,p=1$c2FsdA$bQk8UB/VmZZF4Oo79iDXuA", "the cost of scrypt"),
            ("$scrypt$ln=19,r=8,p=1$c2FsdA$bQk8UB/VmZZF4Oo79iDXuA", "the block size of scrypt"),
            ("$scrypt$ln=16,r=1,p=1$c2FsdA$bQk8UB/VmZZF4Oo79iDXuA", "the block size of scrypt"),
            ("$scrypt$ln=14,r=8,p=999$c2FsdA$bQk8UB/VmZZF4Oo79iDXuA", "the parallelism of scrypt"),
            ("$scrypt$ln=2,r=1,p=500000$c2FsdA$bQk8UB/VmZZF4Oo79iDXuA", "the parallelism of scrypt"),
            ("$scrypt$ln=14,r=17,p=1$c2FsdA$bQk8UB/VmZZF4Oo79iDXuA", "a block size above 16"),
            ("pbkdf2_sha1$1000001$salt$CWWFdHOWwPnki7HvkcqN9iA2T3KLW1cf2uZ5kvArtVY=", "the number of rounds"),
            ("pbkdf2_sha256$900000000$salt$CWWFdHOWwPnki7HvkcqN9iA2T3KLW1cf2uZ5kvArtVY=", "the number of rounds"),
            ("$P$B12345678abcdefghijklmnopqrstu1", "PHPass"), ("$6$salt$abc", "its form is unknown"),
            ("", "its form is unknown"), ("$", "its form is unknown"), ("$fbscrypt$", "its form is unknown"),
        ])
    func refused(_ text: String, _ reason: String) {
        let flaw = #expect(throws: ImportedHash.Flaw.self) { try ImportedHash(text) }
        #expect(flaw?.reason.contains(reason) == true)
    }

    @Test(
        "Each accepted cost of scrypt can be computed",
        arguments: ["ln=17,r=8,p=1", "ln=4,r=16,p=1", "ln=2,r=33,p=2", "ln=15,r=1,p=1", "ln=16,r=2,p=1"])
    func computable(_ cost: String) throws {
        let hash = try ImportedHash("$scrypt$\(cost)$c2FsdA$bQk8UB/VmZZF4Oo79iDXuA")
        #expect(try !hash.matches(Array("password".utf8)))
        #expect(hash.memory <= HashingThreads.memory)
    }

    @Test("The faster kind of check waits for the slower one, and without imports none waits")
    func times() {
        var times = HashTimes()
        let now = ContinuousClock.now
        #expect(times.rest(afterOwn: .milliseconds(200), at: now) == .zero)
        #expect(times.rest(afterOwn: .milliseconds(100), at: now) == .zero)
        #expect(times.rest(afterImported: .milliseconds(50), at: now) > .milliseconds(100))
        #expect(times.rest(afterOwn: .milliseconds(200), at: now) == .zero)
        #expect(times.rest(afterImported: .milliseconds(300), at: now) == .zero)
        #expect(times.rest(afterOwn: .milliseconds(200), at: now) == .milliseconds(100))
        // The hash that is costlier than the others counts.
        #expect(times.rest(afterImported: .milliseconds(50), at: now) == .milliseconds(250))
        #expect(times.rest(afterOwn: .milliseconds(200), at: now) == .milliseconds(100))
    }

    @Test("A slow imported hash slows other checks to twice their time at most, and for ten minutes")
    func slow() {
        var times = HashTimes()
        let now = ContinuousClock.now
        _ = times.rest(afterOwn: .milliseconds(200), at: now)
        #expect(times.rest(afterImported: .seconds(3), at: now) == .zero)
        #expect(times.rest(afterOwn: .milliseconds(200), at: now) == .milliseconds(200))
        #expect(times.rest(afterImported: .milliseconds(50), at: now) == .milliseconds(350))
        #expect(times.rest(afterOwn: .milliseconds(200), at: now + HashTimes.lifetime) == .zero)
    }
}
