@testable import Balise
@testable import BaliseEcovelo

@Suite("The script for a web view")
struct EcoveloInjectionTests {
    private let injection: EcoveloInjection

    init() throws { injection = try EcoveloInjection(origins: ["https://app.example", "capacitor://localhost"]) }

    @Test("gives the token only to a page with EcoveloSDK on a named origin")
    func script() throws {
        let config = try EcoveloConfig(iamToken: "aB3.x-_~", programId: "breizhgo")
        #expect(
            injection.script(for: config) == """
                (function(){if(["https:\\u002f\\u002fapp.example","capacitor:\\u002f\\u002flocalhost"]\
                .indexOf(window.location.protocol+"//"+window.location.host)===-1)return;\
                var sdk=window.EcoveloSDK;if(sdk){if(typeof sdk.setIAMToken==="function")\
                sdk.setIAMToken({token:"aB3.x-_~",programId:"breizhgo"});}})();
                """)
        #expect(injection.scriptElement(for: config) == "<script>\(injection.script(for: config))</script>")
    }

    @Test("removes the program if there is none, and both at sign-out")
    func absence() throws {
        let script = injection.script(for: try EcoveloConfig(iamToken: "t"))
        #expect(script.contains(#"sdk.setIAMToken({token:"t",programId:null});"#))
        #expect(injection.clearingScript.contains(#"if(typeof sdk.clear==="function")sdk.clear();"#))
    }

    static let hostile = [
        #"";alert(1);//"#, #"\";alert(1);//"#, #"'+alert(1)+'"#, "</script><script>alert(1)</script>", "<!--<script>",
        "]]>", "&quot;-alert(1)-&quot;", "`${alert(1)}`", #"\u0022"#, #"\"#, #"a\"#, "{}", "%22", "*/alert(1)/*",
    ]

    @Test("passes a hostile token and program on as plain texts", arguments: hostile)
    func hostileTokens(text: String) throws {
        let config = try EcoveloConfig(iamToken: text, programId: text)
        let script = injection.script(for: config)
        let argument = try #require(script.firstMatch(of: /setIAMToken\((\{.*\})\);\}\}\)\(\);/)?.1)
        // A JavaScript object with quoted names is JSON, so a JSON parser reads the values that the page gets.
        let json = argument.replacing("{token:", with: #"{"token":"#).replacing(",programId:", with: #","programId":"#)
        let read = try JSONDocument(Array(json.utf8)).root
        #expect(read.member("token")?.string == text && read.member("programId")?.string == text)
        // No character has a meaning for a parser of JavaScript, HTML or XML, in any of its states.
        let inside = argument.replacing(/\\u[0-9a-f]{4}/, with: "")
        #expect(inside.allSatisfy { $0.isLetter || $0.isNumber || #"{}:",-._~"#.contains($0) })
        #expect(!script.contains("<") && !script.contains("&") && !script.contains("'"))
        // The rest is the same for every token.
        let harmless = injection.script(for: try EcoveloConfig(iamToken: "t", programId: "p"))
        #expect(script.replacing(argument, with: "") == harmless.replacing(#"{token:"t",programId:"p"}"#, with: ""))
    }

    @Test("is ASCII without line ends and NUL")
    func beyondASCII() {
        let text = javaScriptText("\u{2028}\u{2029}\u{0}\r\n\u{FEFF}\u{E9}\u{1F469}")
        #expect(text == #""\u2028\u2029\u0000\u000d\u000a\ufeff\u00e9\ud83d\udc69""#)
    }

    @Test(
        "needs at least one origin",
        arguments: [
            [], [""], ["app.example"], ["https://app.example/"], ["https://App.example"], ["https://u@app.example"],
            ["https://app.example", "null"], ["*"], ["https://app.example\n"],
        ])
    func origins(_ origins: [String]) { #expect(throws: BaliseError.self) { try EcoveloInjection(origins: origins) } }
}
