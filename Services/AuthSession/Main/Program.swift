import AuthSession
import ServiceRuntime
import ServiceSettings

@main
enum Program {
    static func main() async {
        await ServiceProgram.run([AuthSessionService.self], name: "auth-session", settings: .balise)
    }
}
