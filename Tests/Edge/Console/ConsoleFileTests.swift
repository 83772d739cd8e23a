@testable import Edge

@Suite("The files of the console") struct ConsoleFileTests {
    /// The texts of a language, or a part of them that a script reads by itself.
    private func read(_ language: String, part: String = "") throws -> PageTexts {
        let file = try #require(EmbeddedDocument.console["\(language)\(part).json"])
        return try #require(PageTexts(language: language, file: file.content))
    }

    @Test("The console has its languages") func languages() {
        #expect(PageTexts.console.keys.sorted() == PageTexts.all.keys.sorted())
    }

    @Test(
        "The console has each text in every language, with the same placeholders",
        arguments: ["fr"], ["", ".compose", ".people", ".server"])
    func words(_ language: String, part: String) throws {
        let (texts, own) = (try read(language, part: part), try read("en", part: part))
        #expect(texts.names == own.names && !own.names.isEmpty)
        for name in own.names {
            let places = { (text: String) in Set(text.matches(of: #/\{\w+\}/#).map { String($0.0) }) }
            #expect(places(texts[name]) == places(own[name]) && !texts[name].isEmpty, "\(name)")
        }
    }

    @Test("The log has a text for each act and event in every language", arguments: ["fr"])
    func logWords(_ language: String) throws {
        let (texts, own) = (try read(language, part: ".log"), try read("en", part: ".log"))
        #expect(texts.names == own.names && !own.names.isEmpty)
        for name in own.names {
            for place in ["{about}", "{count}", "{number}"] {
                #expect(texts[name].contains(place) == own[name].contains(place), "\(name)")
            }
            #expect(texts[name].contains("[") == own[name].contains("["), "\(name)")
        }
    }

    /// A page reads parts of the texts by `loadWords(".part")`, itself or in a script that it needs.
    @Test("A page has read each text that its scripts name, with a plural for each singular")
    func namedWords() throws {
        let scripts = EmbeddedDocument.console.filter { $0.key.hasSuffix(".js") }
            .mapValues { String(buffer: $0.content) }
        let needs = scripts.mapValues { $0.matches(of: #/(?:from |import )"\.\/([\w.-]+)"/#).map { String($0.1) } }
        let needed = Set(needs.values.joined())
        for (page, script) in scripts where !needed.contains(page) || script.contains("function show(") {
            var closure: Set<String> = []
            var rest = [page]
            while let name = rest.popLast() {
                if closure.insert(name).inserted { rest += needs[name] ?? [] }
            }
            var names = try read("en").names
            for part in closure.flatMap({ scripts[$0, default: ""].matches(of: #/loadWords\("(\.\w+)"\)/#) }) {
                names.formUnion(try read("en", part: String(part.1)).names)
            }
            for name in closure {
                for found in scripts[name, default: ""].matches(of: #/\bword\("([\w.-]+)"/#) {
                    let word = String(found.1)
                    #expect(names.contains(word) || names.contains("\(word).other"), "\(page), \(name): \(word)")
                }
            }
            for name in names where name.hasSuffix(".one") {
                #expect(names.contains("\(name.dropLast(3))other"), "\(name)")
            }
        }
    }

    @Test("No script of the console has more than 200 lines, apart from lists of words")
    func scripts() {
        for (name, file) in EmbeddedDocument.console where name.hasSuffix(".js") && !name.contains("-words-") {
            let lines = String(buffer: file.content).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 200, "\(name)")
        }
    }

    /// Modules that another module needs arrive a round trip later, and a browser requests six files at once.
    @Test("The first view needs few files, and requests them at once")
    func firstView() throws {
        let page = String(buffer: try #require(EmbeddedDocument.console["console.html"]).content)
        let address = #/(?:src|href)="\/console\/files\/([\w.-]+\.js)"/#
        let named = page.matches(of: address).map { String($0.1) }
        var needed: Set<String> = []
        var rest = ["main.js", "overview.js"]
        while let name = rest.popLast() {
            guard needed.insert(name).inserted else { continue }
            let script = String(buffer: try #require(EmbeddedDocument.console[name], "\(name)").content)
            rest += script.matches(of: #/(?:from |import )"\.\/([\w.-]+)"/#).map { String($0.1) }
        }
        #expect(named.sorted() == needed.sorted())
        // With the style sheet, the texts and five calls these are two rounds.
        #expect(needed.count <= 5)
        let bytes = try needed.union(["console.css", "en.json"]).reduce(0) { bytes, name in
            bytes + (gzip(try #require(EmbeddedDocument.console[name]).content)?.readableBytes ?? .max)
        }
        // 200 ms at 1.6 Mbit/s, the network of Tests/Interop/console-figures.py.
        #expect(bytes < 40_000)
    }

    @Test("The console requests all metrics that the overview shows")
    func figures() throws {
        let names = #/"((?:balise|process)_[a-z_]+)"/#
        func named(in file: String) throws -> Set<String> {
            let script = String(buffer: try #require(EmbeddedDocument.console[file]).content)
            return Set(script.matches(of: names).map { String($0.1) })
        }
        #expect(try named(in: "calls.js") == named(in: "overview.js").union(named(in: "figures.js")))
    }

    @Test("The console's scripts are small also uncompressed, and all its files compressed")
    func size() throws {
        let ground: Set = ["world.js", "towns.js"]
        let scripts = EmbeddedDocument.console.filter { !ground.contains($0.key) }.values
        #expect(scripts.reduce(0) { $0 + $1.content.readableBytes } < 700_000)
        let compressed = try EmbeddedDocument.console.values.reduce(0) { bytes, file in
            bytes + (try #require(gzip(file.content))).readableBytes
        }
        #expect(compressed < 400_000)
    }
}
